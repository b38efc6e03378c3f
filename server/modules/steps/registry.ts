import { readdirSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { StepEffects } from '#contract/effects.ts'
import type { StepDefinition } from '#contract/step.ts'
import { flow } from '#steps/flow.ts'

const stepsFolder = fileURLToPath(new URL('../../../steps', import.meta.url))

export interface StepRegistry {
  /** Every numbered screen. */
  readonly all: ReadonlyMap<number, StepDefinition>
  /** The filling steps in order. */
  readonly flow: readonly StepDefinition[]
  /** What a step does on the server beyond keeping answers. */
  readonly effects: ReadonlyMap<number, StepEffects>
}

async function load<T>(folder: string, file: string): Promise<T | undefined> {
  if (!readdirSync(`${stepsFolder}/${folder}`).includes(file)) return undefined
  return (await import(pathToFileURL(`${stepsFolder}/${folder}/${file}`).href)) as T
}

/** Finds the steps by their folders. Throws when a folder's name and number differ, or the flow names no folder. */
export async function findSteps(): Promise<StepRegistry> {
  const all = new Map<number, StepDefinition>()
  const effects = new Map<number, StepEffects>()
  const byFolder = new Map<string, StepDefinition>()
  for (const folder of readdirSync(stepsFolder).filter((name) => /^step\d\d-/.test(name))) {
    const module = await load<{ step: StepDefinition }>(folder, 'step.ts')
    if (!module) throw new Error(`steps/${folder} has no step.ts`)
    const { step } = module
    if (step.number !== Number(folder.slice(4, 6))) throw new Error(`steps/${folder} says it is step ${step.number}`)
    all.set(step.number, step)
    byFolder.set(folder, step)
    const server = await load<{ effects: StepEffects }>(folder, 'server.ts')
    if (server) effects.set(step.number, server.effects)
  }
  const ordered = flow.map((folder) => {
    const step = byFolder.get(folder)
    if (!step) throw new Error(`steps/flow.ts names ${folder}, which is not there`)
    return step
  })
  return { all, flow: ordered, effects }
}
