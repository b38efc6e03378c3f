import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../../', import.meta.url))

const later = `import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`alter table request add column later text\`.execute(db)
}
`

const who = ['-c', 'user.name=Page', '-c', 'user.email=page@zayavka.example']

/**
 * A repository with two releases: what is committed here under `present`, and one made up after it, with a migration more, under `next`. Answers
 * what was committed here.
 */
export function twoReleases(place: string, { present, next }: { present: string; next: string }): string {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-releases-'))
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', [...who, ...args], { cwd, encoding: 'utf8' }).trim()
  try {
    const tree = join(folder, 'tree')
    const here = git(project, 'rev-parse', '--short', 'HEAD')
    git(project, 'clone', '-q', '--no-tags', '.', tree)
    git(tree, 'checkout', '-q', '-B', 'main', here)
    git(tree, 'tag', '-a', present, '-m', present)
    writeFileSync(join(tree, 'server/migrations/9000-later.ts'), later)
    git(tree, 'add', '-A')
    git(tree, 'commit', '-qm', 'The release after')
    git(tree, 'tag', '-a', next, '-m', next)
    git(folder, 'clone', '-q', '--bare', tree, place)
    return here
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
