import { parseArgs } from 'node:util'
import { type Command, exitCodes, say, usageOf } from './commands/command.ts'
import { commands } from './commands/commands.ts'
import { loadSettings } from './commands/settings.ts'
import { StartRefused } from './platform/refusal.ts'

// Every command of the staff: zayavka NAME …, the same on one machine and in the containers.

const list = () =>
  [
    'zayavka COMMAND …   (zayavka COMMAND --help says more)',
    '',
    ...commands.map(({ name, about }) => `  ${name.padEnd(18)}${about}`),
  ].join('\n')

function wrongUse(line: string, command?: Command): number {
  process.stderr.write(`${line}\n\n${command ? usageOf(command) : list()}\n`)
  return exitCodes.wrongUse
}

/** What was given, or the line that says what is wrong with it. */
function read({ takes, options = {}, flags = {}, settings }: Command, args: string[]) {
  const bare = ['help', ...Object.keys(flags)]
  const known = [...bare, ...(settings ? ['env'] : []), ...Object.keys(options)]
  const types = Object.fromEntries(
    known.map((name) => [name, { type: bare.includes(name) ? ('boolean' as const) : ('string' as const) }]),
  )
  const { values, positionals } = parseArgs({ args, options: types, allowPositionals: true, strict: true })
  const least = takes.filter(({ optional }) => !optional).length
  if (values.help !== true && positionals.length < least)
    throw new TypeError(`${takes[positionals.length]?.name} is missing`)
  if (positionals.length > takes.length) throw new TypeError(`${positionals[takes.length]} is one argument too many`)
  const empty = positionals.findIndex((argument) => argument.trim() === '')
  if (empty >= 0) throw new TypeError(`${takes[empty]?.name} is empty`)
  return { values, positionals }
}

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined) return wrongUse('Which command?')
  if (name === '--help') {
    say(list())
    return exitCodes.done
  }
  const command = commands.find((each) => each.name === name)
  if (!command) return wrongUse(`There is no command ${name}`)
  let given: ReturnType<typeof read>
  try {
    given = read(command, args)
  } catch (error) {
    return wrongUse(error instanceof Error ? error.message : String(error), command)
  }
  const { values, positionals } = given
  if (values.help === true) {
    say(usageOf(command))
    return exitCodes.done
  }
  try {
    if (command.settings) loadSettings(values.env as string | undefined)
    const { run } = await command.load()
    const flags = new Set(Object.keys(values).filter((name) => values[name] === true))
    return await run({ args: positionals, options: values as Record<string, string | undefined>, flags })
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    process.stderr.write(`${error.message.replace(/\s+/g, ' ')}\n`)
    return exitCodes.refused
  }
}

process.exitCode = await main(process.argv.slice(2))
