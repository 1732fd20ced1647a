import type { ColumnOptions } from './column-types.ts';

// What customers and leads have in common, so that one file fits both.

export const NAME = {
  writable: ['create', 'update'],
  import: [
    'name',
    'fullname',
    'customer',
    'customername',
    'lead',
    'leadname',
    'contact',
    'contactname',
    'kunde',
    'kundenname',
    'nom',
    'nombre',
  ],
} as const satisfies ColumnOptions;

export const EMAIL = {
  writable: ['create', 'update'],
  import: ['email', 'emailaddress', 'mail', 'customeremail', 'contactemail', 'emailadresse', 'courriel', 'correo'],
} as const satisfies ColumnOptions;

export const PHONE = {
  writable: ['create', 'update'],
  import: ['phone', 'phonenumber', 'telephone', 'tel', 'mobile', 'cell', 'telefon', 'telefonnummer', 'handy', 'teléfono', 'téléphone'],
} as const satisfies ColumnOptions;

export const COMPANY = {
  writable: ['create', 'update'],
  import: ['company', 'companyname', 'organization', 'organisation', 'account', 'firma', 'unternehmen', 'société', 'empresa'],
} as const satisfies ColumnOptions;

/** What files call the person to whom a row belongs; they name them by username or email address. */
export const OWNER_HEADINGS = ['owner', 'ownerusername', 'owneremail', 'assignedto', 'assignee', 'rep', 'salesrep'];
