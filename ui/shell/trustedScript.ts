type Policy = { createScriptURL(url: string): string }
type TrustedTypes = { createPolicy(name: string, rules: Policy): Policy }

let policy: Policy | undefined
const known = new Set<string>()

/**
 * The address of a script of our own that may be started: workers only. The page's policy allows one maker of such
 * addresses, this one.
 */
export function trustedScript(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  known.add(address)
  policy ??= trustedTypes?.createPolicy('zayavka', { createScriptURL: (url) => (known.has(url) ? url : '') })
  return policy?.createScriptURL(address) ?? address
}
