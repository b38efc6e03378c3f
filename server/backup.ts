import { resolve } from 'node:path'
import { runCommand } from './operations/command.ts'

// npm run backup -- FOLDER
// One moment of the database and all files into a new folder, while the server runs. Keys are not in it.

const folder = process.argv[2]
if (folder) await runCommand('backup', resolve(folder))
else {
  process.stderr.write('Where to? npm run backup -- FOLDER\n')
  process.exitCode = 2
}
