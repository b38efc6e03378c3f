import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { verifyJournalFile } from '#server/platform/journal/file.ts'
import { verifyJournal } from '#server/platform/journal/verification.ts'
import type { BadPlace, Checkpoint } from '#server/platform/journal/walk.ts'
import { openKeys } from '#server/platform/keys.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { nameOf } from '../platform/database-name.ts'
import { exitCodes, type Run, say } from './command.ts'
import { openExisting } from './existing.ts'
import { settingsOfExisting } from './settings.ts'

async function ofDatabase(checkpoint: Checkpoint | undefined) {
  const config = settingsOfExisting()
  const database = await openExisting(config)
  try {
    say(`The journal in ${nameOf(config)}`)
    return await verifyJournal(database.db, openKeys(config.appKey, config.oldAppKeys), checkpoint)
  } finally {
    await database.close()
  }
}

const ofFile = (path: string, checkpoint: Checkpoint | undefined) =>
  verifyJournalFile(
    createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }),
    checkpoint,
  ).catch((error: Error) => {
    throw new StartRefused(`${path} could not be read: ${error.message}`)
  })

function checkpointOf(text: string | undefined): Checkpoint | undefined {
  if (text === undefined) return undefined
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!number || !hash) throw new StartRefused('--since is to be NUMBER:HASH, as an earlier check printed them')
  return { number: Number(number), hash }
}

function placeOf({ shard, seq, seal }: BadPlace): string {
  if (seal !== undefined) return `at seal ${seal}`
  return seq === undefined ? 'at its heads' : `at entry ${seq} of chain ${shard}`
}

export const run: Run = async ({ args: [file], options }) => {
  const checkpoint = checkpointOf(options.since)
  const verdict = await (file === undefined ? ofDatabase(checkpoint) : ofFile(file, checkpoint))
  if (verdict.ok) {
    say(`The journal is whole: ${verdict.entries} entries, head ${verdict.head}`)
    if (verdict.seal) say(`Its last seal, for --since: ${verdict.seal.number}:${verdict.seal.hash}`)
    return exitCodes.done
  }
  process.stderr.write(`The journal is broken ${placeOf(verdict.bad)}: ${verdict.reason}\n`)
  return exitCodes.notRight
}
