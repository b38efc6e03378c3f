/** What the shell does for somebody signed in: fetched with the first of it, the rest of it then */
export { readRequestsAnew } from '../requests.ts'

export async function leave(): Promise<void> {
  const { forgetPerson } = await import('./forgetPerson.ts')
  await forgetPerson()
}
