import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../../', import.meta.url))

const git = (...args: string[]) => execFileSync('git', args, { cwd: project, encoding: 'utf8', stdio: 'pipe' }).trim()

/** The releases there are, oldest first: tags `vMAJOR.MINOR.PATCH`, or what RELEASES names. Without a repository, none. */
export function releases(): readonly string[] {
  if (process.env.RELEASES) return process.env.RELEASES.split(',')
  if (!existsSync(`${project}.git`)) return []
  const tags = git('tag', '--list', 'v*', '--sort=v:refname').split('\n')
  return tags.filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag))
}

/** The migrations a release came with. */
export const migrationsOf = (release: string): readonly string[] =>
  git('ls-tree', '--name-only', `${release}:server/migrations`)
    .split('\n')
    .filter((file) => file.endsWith('.ts'))
    .sort()

/** What of the present migrations a database of an earlier release could not take, as sentences: each comes after all that were released, unchanged in name. */
export function outOfOrder(released: readonly string[], present: readonly string[]): string[] {
  const last = released.toSorted().at(-1) ?? ''
  return [
    ...released.filter((file) => !present.includes(file)).map((file) => `${file} was released and is gone`),
    ...present
      .filter((file) => !released.includes(file) && file < last)
      .map((file) => `${file} is new and stands before ${last}, which was released: give it a later number`),
  ]
}
