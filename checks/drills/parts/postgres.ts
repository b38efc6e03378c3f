import { after, before } from 'node:test'
import { type TemporaryPostgres, temporaryPostgres } from '../../setup/postgres.ts'

/** A PostgreSQL for the drills of one file: started before the first, stopped after the last. Its `url` is null where there is none. */
export function postgresOfFile(): () => TemporaryPostgres {
  let postgres: TemporaryPostgres
  before(async () => {
    postgres = await temporaryPostgres()
  })
  after(() => postgres?.stop())
  return () => postgres
}
