const kept = 'zayavka.wayBack'
const desk = '/step3'

/** Only a path of this app: never another site, never the screens of signing in. */
export function isOwnPath(path: string): boolean {
  return (
    /^\/[\w/-]*(#[\w-]*)?$/.test(path) && !path.startsWith('//') && !/^\/(step2|step18|steperrornoauth)?$/.test(path)
  )
}

/** Remembers where the person was before they had to sign in. */
export function rememberPlace(path: string): void {
  if (isOwnPath(path)) sessionStorage.setItem(kept, path)
}

/** Where to go after signing in, once: the place they came from, or the desk. */
export function comeBack(): string {
  const path = sessionStorage.getItem(kept)
  sessionStorage.removeItem(kept)
  return path && isOwnPath(path) ? path : desk
}
