// Generated from server/domain/entities by `npm run schema`.

export const IMPORT_FIELDS = {
  customer: [
    {
      field: 'name',
      label: 'Name',
      synonyms: ['name', 'fullname', 'customer', 'customername', 'lead', 'leadname', 'contact', 'contactname'],
    },
    {
      field: 'email',
      label: 'Email',
      synonyms: ['email', 'emailaddress', 'mail', 'customeremail', 'contactemail'],
    },
    {
      field: 'phone',
      label: 'Phone',
      synonyms: ['phone', 'phonenumber', 'telephone', 'tel', 'mobile', 'cell', 'telefon'],
    },
    {
      field: 'company',
      label: 'Company',
      synonyms: ['company', 'companyname', 'organization', 'organisation', 'account', 'firma'],
    },
    {
      field: 'shopifyCustomerId',
      label: 'Shopify Customer ID',
      synonyms: ['shopifycustomerid', 'shopifyid', 'customerid'],
    },
    {
      field: 'ownerId',
      label: 'Owner',
      synonyms: ['owner', 'ownerusername', 'owneremail', 'assignedto', 'assignee', 'rep', 'salesrep'],
    },
  ],
  lead: [
    {
      field: 'name',
      label: 'Name',
      synonyms: ['name', 'fullname', 'customer', 'customername', 'lead', 'leadname', 'contact', 'contactname'],
    },
    {
      field: 'email',
      label: 'Email',
      synonyms: ['email', 'emailaddress', 'mail', 'customeremail', 'contactemail'],
    },
    {
      field: 'phone',
      label: 'Phone',
      synonyms: ['phone', 'phonenumber', 'telephone', 'tel', 'mobile', 'cell', 'telefon'],
    },
    {
      field: 'company',
      label: 'Company',
      synonyms: ['company', 'companyname', 'organization', 'organisation', 'account', 'firma'],
    },
    {
      field: 'stage',
      label: 'Stage',
      synonyms: ['stage', 'status', 'leadstage', 'pipelinestage'],
    },
    {
      field: 'value',
      label: 'Value',
      synonyms: ['value', 'amount', 'dealvalue', 'dealsize', 'worth'],
    },
    {
      field: 'source',
      label: 'Source',
      synonyms: ['source', 'leadsource', 'origin', 'channel'],
    },
    {
      field: 'notes',
      label: 'Notes',
      synonyms: ['notes', 'note', 'comment', 'comments', 'description'],
    },
    {
      field: 'ownerId',
      label: 'Owner',
      synonyms: ['owner', 'ownerusername', 'owneremail', 'assignedto', 'assignee', 'rep', 'salesrep'],
    },
  ],
  trainingItem: [
    {
      field: 'title',
      label: 'Title',
      synonyms: ['title', 'question', 'subject'],
    },
    {
      field: 'content',
      label: 'Content',
      synonyms: ['content', 'answer', 'text'],
    },
    {
      field: 'alsoAskedAs',
      label: 'Also asked as',
      synonyms: ['alsoaskedas', 'phrasings', 'otherwordings'],
    },
    {
      field: 'category',
      label: 'Category',
      synonyms: ['category'],
    },
  ],
} as const;
