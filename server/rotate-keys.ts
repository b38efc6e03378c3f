import { runCommand } from './operations/command.ts'

// npm run rotate-keys
// Seals everything anew with APP_KEY while the servers run; the earlier keys are in APP_KEY_OLD. May be run again at any time.

await runCommand('rotate-keys')
