export { bindingOf, newBinding } from './browser.ts'
export { passkeyReactions } from './reactions.ts'
export { createPasskeys, type Passkeys } from './service.ts'
export { siteOf } from './site.ts'
