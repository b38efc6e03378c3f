import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keptApart, neededBy, type Role, rightNames, rights, usualRoles } from '#contract/roles.ts'
import { declaredCalls } from '../security/declared.ts'
import { root } from '../setup/testing.ts'

/** A lender whose accounts are kept by somebody who handles no requests, and whose rules are made and approved apart. */
export const exampleRoles: readonly Role[] = [
  {
    id: 'reviewer',
    title: 'Специалист по заявкам',
    rights: ['requests.review', 'clients.read', 'messages.read', 'tasks.work'],
  },
  {
    id: 'chief',
    title: 'Начальник смены',
    rights: [
      ...([
        'requests.review',
        'requests.assign',
        'clients.read',
        'clients.whole',
        'cases.end',
        'lists.manage',
      ] as const),
      ...(['tasks.work', 'payouts.read', 'payouts.retry', 'reports.read', 'rules.read', 'rules.edit'] as const),
    ],
  },
  {
    id: 'risk',
    title: 'Риск-контроль',
    rights: ['rules.read', 'rules.approve', 'loans.read', 'journal.read', 'reports.read'],
  },
  { id: 'accounts', title: 'Учётные записи', rights: ['staff.manage', 'connections.manage', 'jobs.manage'] },
]

/** What the office's screens are opened from; read as text, since they come with components. */
export function screenRights(): { path: string; from: string }[] {
  const text = readFileSync(join(root, 'office/screens.ts'), 'utf8')
  return [...text.matchAll(/^ {2}'(\/[^']*)': \{[\s\S]*?^ {4}from: '([\w.]+)',$/gm)].map(
    ([, path = '', from = '']) => ({
      path,
      from,
    }),
  )
}

/** As a person writes it: a role's rights in one line. */
const written = (roles: readonly Role[]) =>
  `{\n  "roles": [\n${roles.map((role) => `    ${JSON.stringify(role)}`).join(',\n')}\n  ]\n}`

const code = (text: string) => `\`${text}\``

/** `docs/access.md`: who of the staff may do what, made from what calls and screens declare and from the table of roles. */
export async function accessReference(): Promise<string> {
  const calls = (await declaredCalls()).filter(({ path }) => path.startsWith('/service/office/'))
  const callsOf = (who: string) =>
    calls
      .filter((call) => call.who === who || call.also?.some((right) => right === who))
      .map((call) => `${code(call.name)}${call.who === who ? '' : '*'}`)
      .join(', ')
  const screensOf = (who: string) =>
    screenRights()
      .filter(({ from }) => from === who)
      .map(({ path }) => code(path))
      .join(', ')
  const matrix = rightNames.map((right) => {
    const held = usualRoles.map((role) => (role.rights.includes(right) ? '●' : ''))
    return `| ${code(right)} | ${rights[right].title} | ${held.join(' | ')} |`
  })
  const opened = ['staff', ...rightNames].map((who) => `| ${code(who)} | ${screensOf(who)} | ${callsOf(who)} |`)
  const needs = rightNames.flatMap((right) => {
    const needed = neededBy(right)
    return needed ? [`${code(right)} needs ${code(needed)}`] : []
  })
  const apart = keptApart.map(({ does, confirms }) => `${code(does)} and ${code(confirms)}`).join('; ')
  return `# Who of the staff may do what

Made by \`npm run reference\` from what the calls and screens declare and from the one table, [contract/roles.ts](../contract/roles.ts): change those, not this page.
How a lender names roles of its own is below. Calls, files, the live stream, screens and buttons ask for a right, none for a role.

## Rights, and the usual roles

The roles of a lender whose file names none:

| right | what it lets do | ${usualRoles.map(({ id }) => code(id)).join(' | ')} |
| --- | --- | ${usualRoles.map(() => ':-:').join(' | ')} |
| | | ${usualRoles.map(({ title }) => title).join(' | ')} |
${matrix.join('\n')}

Some rights open nothing without another one: ${needs.join('; ')}.

## Roles of your own

\`roles\` in \`lender.json\` is the whole table: the usual roles are not added to it.

\`\`\`json
${written(exampleRoles)}
\`\`\`

A start is refused, with the field named, when

- a right is none of the list above, or a role lacks the right another one of its rights needs;
- no role has \`staff.manage\`, or nobody who may sign in has a role with it;
- one role both does and confirms what takes two people of different rights: ${apart}; or nobody has the second of the two.

Where both words are of one right (approval from \`flow.secondPersonFrom\`, the staff's own accounts, connections, payouts, lists, cases, joined clients, money), two different
people are asked for by the product itself; no role changes that.

A change of the file counts from the restart, another role given under «Люди» at once, each with the member's next call; a live stream is asked again every 25 seconds. Who has a role the file names no
more signs in and may do nothing; «Люди» shows it. A role that gives a right its member had not waits for another person with \`staff.manage\`, where there is one. The first account of
a demo has the widest role with \`staff.manage\`; \`add-staff LOGIN NAME ROLE\` takes the id of any role.

## What each right opens

\`staff\`: everybody who is signed in. A call with * asks for the right only for some of what it does.

| right | screens | calls |
| --- | --- | --- |
${opened.join('\n')}
`
}
