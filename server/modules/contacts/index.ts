export { type Contacts, createContacts, type Debtor } from './service.ts'
