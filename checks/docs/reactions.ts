import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/testing.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const named = /^ {2}'([a-z]+\.[A-Za-z]+)':/

/** Each happening with what its comment says of it. */
function happenings(): { name: string; says: string }[] {
  const lines = read('contract/happenings.ts').split('\n')
  return lines.flatMap((line, at) => {
    const name = named.exec(line)?.[1]
    return name ? [{ name, says: (lines[at - 1] ?? '').replace(/^\s*\/\*\*\s*|\s*\*\/$/g, '') }] : []
  })
}

/** What each module says it does, by its `reactions.ts`. */
export function reactionsByModule(): { module: string; happening: string }[] {
  const modules = readdirSync(join(root, 'server/modules')).sort()
  return modules.flatMap((module) => {
    if (!readdirSync(join(root, 'server/modules', module)).includes('reactions.ts')) return []
    const text = read(`server/modules/${module}/reactions.ts`)
    return [...text.matchAll(/'([a-z]+\.[A-Za-z]+)':/g)].map(([, happening = '']) => ({ module, happening }))
  })
}

/** docs/reactions.md: who tells what, and who reacts. */
export function reactionsReference(): string {
  const all = reactionsByModule()
  const emitters = (name: string) =>
    ['modules', 'platform'].flatMap((room) =>
      readdirSync(join(root, 'server', room), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !/test|bench/.test(file))
        .filter((file) => read(`server/${room}/${file}`).includes(`tx.emit('${name}'`))
        .map((file) => (room === 'modules' ? (file.split('/')[0] ?? '') : room)),
    )
  const rows = happenings().map(({ name, says }) => {
    const reacting = all.filter(({ happening }) => happening === name).map(({ module }) => `\`${module}\``)
    const telling = [...new Set(emitters(name))].sort().map((module) => `\`${module}\``)
    return `| \`${name}\` | ${says} | ${telling.join(', ')} | ${reacting.join(', ')} |`
  })
  return `# What modules set off in others

Made by \`npm run reference\` from \`contract/happenings.ts\` and the \`reactions.ts\` of the modules. A module tells what happened with \`tx.emit\`; those that react do
so in the same transaction, in the order \`server/services.ts\` makes them, and a failure of any undoes all.

| happening | what it says | told by | who reacts |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}
