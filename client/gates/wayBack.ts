/** The place to come back to after signing in: a path of this app, never another site */
export function wayBack(query: string, otherwise = '/step3'): string {
  const back = new URLSearchParams(query).get('back')
  return back && /^\/(?![/\\])/.test(back) ? back : otherwise
}
