import { runServer } from './e2e/server.ts'
import { readFileSync } from 'node:fs'
const cpu=(pid: number)=>{const a=readFileSync(`/proc/${pid}/stat`,'utf8').split(') ')[1]!.split(' ');return (Number(a[11])+Number(a[12]))/100}
const s = await runServer()
for (let i=0;i<6;i++){ const a=cpu(s.pid()!); await new Promise(r=>setTimeout(r,60000)); console.log(i, ((cpu(s.pid()!)-a)/0.6).toFixed(2)+' %') }
await s.stop()
