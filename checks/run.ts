import { conclude, type Stage, stages } from './setup/stages.ts'

/** `npm test`: every stage, or those that are named. */
const chosen = process.argv.slice(2)
const names = Object.keys(stages) as (keyof typeof stages)[]
const unknown = chosen.filter((name) => !names.some((known) => known === name))

if (unknown.length > 0) {
  console.error(`No stage ${unknown.join(', ')}. There are: ${names.join(', ')}`)
  process.exitCode = 2
} else {
  const ran: Stage[] = []
  for (const name of names) if (chosen.length === 0 || chosen.includes(name)) ran.push(await stages[name]())
  conclude(ran)
}
