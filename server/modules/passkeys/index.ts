export { bindingOf, newBinding } from './browser.ts'
export { createPasskeys, type Passkeys } from './service.ts'
export { siteOf } from './site.ts'
