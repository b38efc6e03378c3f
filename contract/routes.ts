/**
 * Where the screen of this file is shown: `steps/step09-passport/Screen.tsx` at `/step9`, `client/screens/docs/Screen.tsx` at `/docs`.
 * Its folder is all that declares a page of the borrower's app: app, service worker and server read it from there.
 * `undefined` for any other file.
 */
export function pagePath(file: string): string | undefined {
  const found = /(?:^|\/)(?:steps\/step(\d\d)-[^/]+|screens\/([^/]+))\/Screen\.tsx$/.exec(file)
  if (!found) return undefined
  const [, number, name] = found
  return `/${name ?? `step${Number(number)}`}`
}

/** The start, whose screen is in the app's first file. */
const start = '/'

/** Every page of the borrower's app, from the names of the files it is built of. */
export const pagePaths = (files: readonly string[]): readonly string[] => [
  start,
  ...files.map(pagePath).filter((path) => path !== undefined),
]

/** Pages of the office, below `/office`: each has its screen there, or the office is not compiled. */
export const officePaths = [
  '/',
  '/requests/:id',
  '/shift',
  '/tasks',
  '/clients',
  '/clients/:id',
  '/cases',
  '/lists',
  '/messages',
  '/payouts',
  '/payments',
  '/loans',
  '/loans/:id',
  '/portfolio',
  '/appeals',
  '/appeals/:id',
  '/suspense',
  '/ledger',
  '/core',
  '/rules',
  '/rules/:id',
  '/tariffs',
  '/texts',
  '/calendar',
  '/errors',
  '/reports',
  '/journal',
  '/jobs',
  '/connections',
  '/me',
  '/staff',
  '/invitation',
] as const

export type OfficePath = (typeof officePaths)[number]

/** Whether an address below `/office` is that of a page. */
export const isOfficePage = (address: string): boolean =>
  officePaths.some((path) => {
    const parts = path.split('/')
    const asked = address.split('/')
    return (
      parts.length === asked.length &&
      parts.every((part, at) => (part.startsWith(':') ? asked[at] !== '' : part === asked[at]))
    )
  })
