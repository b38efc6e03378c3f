import { readdirSync } from 'node:fs'
import type { Call } from '#contract/call.ts'

const folder = new URL('../../contract/calls/', import.meta.url)

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'who' in value

/** Every call the contract declares, found by its files. */
export async function declaredCalls(): Promise<Call[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const modules = await Promise.all(files.sort().map((file) => import(new URL(file, folder).href)))
  return modules.flatMap((module) => Object.values(module as object).filter(isCall))
}
