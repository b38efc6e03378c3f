/** What the calls are told apart by. */
export const tags = [
  { name: 'client', description: 'The borrower’s app' },
  { name: 'office', description: 'The staff’s office' },
  { name: 'machine', description: 'The lender’s other systems: OAuth 2.0 client credentials' },
  { name: 'live', description: 'Streams of server-sent events' },
  { name: 'uploads', description: 'Photos and videos by tus 1.0' },
  { name: 'webhooks', description: 'Notices of vendors' },
]

export const tagOf = (path: string) =>
  path.startsWith('/service/office') ? 'office' : path.startsWith('/service/machine') ? 'machine' : 'client'
