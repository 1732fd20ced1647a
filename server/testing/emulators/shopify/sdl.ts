/** The part of Shopify's Admin API used here, with its own names: a wrong one fails as it would there. */
export const SDL = /* GraphQL */ `
  scalar DateTime
  scalar Decimal
  scalar URL

  enum OrderSortKeys { CREATED_AT ID UPDATED_AT }
  enum CurrencyCode { CAD EUR JPY USD }
  enum OrderDisplayFinancialStatus {
    AUTHORIZED EXPIRED PAID PARTIALLY_PAID PARTIALLY_REFUNDED PENDING REFUNDED VOIDED
    "Came with a version newer than ours."
    HELD_ON_THE_MOON
  }
  enum OrderDisplayFulfillmentStatus {
    FULFILLED IN_PROGRESS ON_HOLD OPEN PARTIALLY_FULFILLED PENDING_FULFILLMENT REQUEST_DECLINED RESTOCKED SCHEDULED UNFULFILLED
  }
  enum FulfillmentDisplayStatus { CANCELED CONFIRMED DELIVERED IN_TRANSIT OUT_FOR_DELIVERY PICKED_UP FULFILLED }
  enum OrderCancelReason { CUSTOMER DECLINED FRAUD INVENTORY OTHER STAFF }
  enum BulkOperationStatus { CANCELED CANCELING COMPLETED CREATED EXPIRED FAILED RUNNING }
  enum CountPrecision { AT_LEAST EXACT }

  interface Node { id: ID! }

  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  type MoneyV2 { amount: Decimal! currencyCode: CurrencyCode! }
  type MoneyBag { shopMoney: MoneyV2! presentmentMoney: MoneyV2! }
  type MailingAddress { name: String company: String }
  type CustomerEmailAddress { emailAddress: String! }
  type CustomerPhoneNumber { phoneNumber: String! }
  type Customer implements Node {
    id: ID!
    displayName: String!
    defaultEmailAddress: CustomerEmailAddress
    defaultPhoneNumber: CustomerPhoneNumber
  }
  type FulfillmentTrackingInfo { company: String number: String url: URL }
  type Fulfillment implements Node {
    id: ID!
    displayStatus: FulfillmentDisplayStatus
    createdAt: DateTime!
    inTransitAt: DateTime
    deliveredAt: DateTime
    trackingInfo(first: Int): [FulfillmentTrackingInfo!]!
  }
  type LineItem implements Node { id: ID! name: String! sku: String quantity: Int! originalUnitPriceSet: MoneyBag! }
  type LineItemEdge { cursor: String! node: LineItem! }
  type LineItemConnection { nodes: [LineItem!]! edges: [LineItemEdge!]! pageInfo: PageInfo! }
  type Order implements Node {
    id: ID!
    legacyResourceId: String!
    name: String!
    createdAt: DateTime!
    updatedAt: DateTime!
    processedAt: DateTime!
    cancelledAt: DateTime
    cancelReason: OrderCancelReason
    test: Boolean!
    note: String
    email: String
    phone: String
    currencyCode: CurrencyCode!
    displayFinancialStatus: OrderDisplayFinancialStatus
    displayFulfillmentStatus: OrderDisplayFulfillmentStatus!
    totalPriceSet: MoneyBag!
    currentTotalPriceSet: MoneyBag!
    billingAddress: MailingAddress
    customer: Customer
    fulfillments(first: Int): [Fulfillment!]!
    lineItems(first: Int, after: String): LineItemConnection!
  }
  type OrderEdge { cursor: String! node: Order! }
  type OrderConnection { nodes: [Order!]! edges: [OrderEdge!]! pageInfo: PageInfo! }
  type Count { count: Int! precision: CountPrecision! }
  type Shop { name: String! }
  type UserError { field: [String!] message: String! }
  type BulkOperation implements Node {
    id: ID!
    status: BulkOperationStatus!
    errorCode: String
    createdAt: DateTime!
    objectCount: String!
    rootObjectCount: String!
    fileSize: String
    url: URL
    partialDataUrl: URL
  }
  type BulkOperationRunQueryPayload { bulkOperation: BulkOperation userErrors: [UserError!]! }

  type Query {
    shop: Shop!
    node(id: ID!): Node
    nodes(ids: [ID!]!): [Node]!
    order(id: ID!): Order
    orders(first: Int, after: String, query: String, sortKey: OrderSortKeys): OrderConnection!
    ordersCount(query: String, limit: Int): Count
  }
  type Mutation {
    bulkOperationRunQuery(query: String!, groupObjects: Boolean! = false): BulkOperationRunQueryPayload
  }
`;
