import { defineStep } from '#contract/step.ts'

export const step = defineStep({ number: 40, title: 'Обращения', mode: 'auth', papers: true })
