/**
 * Dev mode: a `dev` query parameter or a `dev` cookie, whatever its value, save "0" and "false"; the query decides where both are there.
 * Asked by the app, and by the server, whose page policy must let the console in.
 */
export function isDevMode(query: string | undefined, cookie: string | undefined): boolean {
  const asked = query ?? cookie
  return asked !== undefined && asked !== '0' && asked !== 'false'
}
