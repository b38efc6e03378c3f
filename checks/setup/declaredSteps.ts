import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { pagePath } from '#contract/routes.ts'
import type { StepDefinition } from '#contract/step.ts'
import { flow } from '#steps/flow.ts'

const importStep = async (file: string) => ((await import(pathToFileURL(file).href)) as { step: StepDefinition }).step

/** What every step declares of who may see it, by its path. */
async function modesOf(steps: string): Promise<string> {
  const folders = readdirSync(steps).filter((name) => /^step\d\d-/.test(name))
  const modes = await Promise.all(
    folders.map(async (folder) => {
      const { number, mode, audience } = await importStep(join(steps, folder, 'step.ts'))
      return [pagePath(`steps/${folder}/Screen.tsx`), { number, mode, audience }]
    }),
  )
  return `export const modes = ${JSON.stringify(Object.fromEntries(modes))}`
}

/** The definitions of the filling, in their order and nothing else. */
const flowOf = (steps: string) =>
  [
    ...flow.map((folder, at) => `import { step as s${at} } from ${JSON.stringify(join(steps, folder, 'step.ts'))}`),
    `export const flowSteps = [${flow.map((_, at) => `s${at}`)}]`,
  ].join('\n')

/**
 * Modules made from what the folders of `steps/` declare. The browser must know whom a screen is for before the screen's own code has
 * come, and have the definitions of the filling in one piece: a list written by hand would be a second place for each step.
 */
export function declaredSteps(root: string): Plugin {
  const steps = join(root, 'steps')
  const made: Readonly<Record<string, () => string | Promise<string>>> = {
    'virtual:steps': () => modesOf(steps),
    'virtual:flow': () => flowOf(steps),
  }
  return {
    name: 'declared-steps',
    resolveId: (id) => (id in made ? `\0${id}` : null),
    load: (id) => made[id.slice(1)]?.() ?? null,
  }
}
