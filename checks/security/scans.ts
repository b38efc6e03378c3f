/** One run of a scanner that others wrote, and what it said. */
interface Scan {
  readonly scanner: string
  readonly at: string
  readonly command: string
  readonly found: string
}

/** Its line, and why nothing is done about it, or what is. */
interface Answer {
  readonly line: string
  readonly by: string
  readonly answer: string
}

const wapiti = 'Wapiti 3.0.4 (Debian 3.0.4+dfsg-2)'
const modules =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,ssrf,xss,xxe'
const wapitiCommand = (start: string, cookie: string) =>
  `wapiti -u http://127.0.0.1:PORT${start} --scope domain -d 3 -m ${modules}${cookie} -s …`
const headers = 'X-XSS-Protection is not set; Strict-Transport-Security is not set'

const scans: readonly Scan[] = [
  {
    scanner: wapiti,
    at: 'a visitor: start, office, documents, `/service/docs`, sandbox card page',
    command: wapitiCommand('/', ''),
    found: headers,
  },
  {
    scanner: wapiti,
    at: 'a borrower signed in: profile, request, its documents, loans, own data, a step',
    command: wapitiCommand('/', ' -H "Cookie: …"'),
    found: headers,
  },
  {
    scanner: wapiti,
    at: 'the administrator signed in: queue, journal, messages, errors, payouts, reports, staff, jobs, rules',
    command: wapitiCommand('/office/', ' -H "Cookie: …"'),
    found: headers,
  },
  {
    scanner: 'sqlmap 1.7.2',
    at: '`search` and `after` of the queue as administrator, `query` of `/service/suggest/address`',
    command: 'sqlmap --batch --level 2 --risk 1 -u …',
    found: 'no parameter is injectable; HTTP error 400',
  },
  {
    scanner: 'dirb 2.22',
    at: '`/` and `/service/`, 959 names each',
    command: 'dirb http://127.0.0.1:PORT/ /usr/share/dirb/wordlists/small.txt -S -r -w',
    found: '/docs 200; /office 308; /service/docs 200; /service/documents 200; 718 more of 429',
  },
  {
    scanner: 'WhatWeb 0.5.5',
    at: '`/` and `/office/`',
    command: 'whatweb -a 3 http://127.0.0.1:PORT/',
    found: 'Email help@zayavka.exam; no server, framework or version',
  },
]

const answers: readonly Answer[] = [
  {
    line: 'X-XSS-Protection is not set',
    by: 'Wapiti',
    answer:
      'Left out on purpose. The browser filter it steered is gone from all current browsers and was itself used to attack pages (OWASP Secure Headers: do not set it). The policy with nonces and Trusted Types stands in its place (D1).',
  },
  {
    line: 'Strict-Transport-Security is not set',
    by: 'Wapiti',
    answer:
      'False of a real server. The scan went to the demo, which speaks plain HTTP on loopback, where a browser ignores the header (RFC 6797, 8.1). Every answer carries it when PUBLIC_URL is https (D2), and production refuses anything else (M1).',
  },
  {
    line: 'not injectable; HTTP error 400',
    by: 'sqlmap',
    answer: 'No finding. The 400 are what is sent beyond the bound of a field, 100 characters (E5, E3).',
  },
  {
    line: '/docs, /office, /service/docs, /service/documents',
    by: 'dirb',
    answer:
      'Meant for everybody: the published documents, the office’s sign-in, the list of calls. None holds anything of a person.',
  },
  {
    line: '429 on 718 names',
    by: 'dirb',
    answer:
      'No pages: the limit of unknown addresses, 1200 a minute from one address (L5), which dirb counts as found.',
  },
  {
    line: 'Email help@zayavka.exam',
    by: 'WhatWeb',
    answer: 'The lender’s public contact, which the page shows; cut short by the scanner. No personal address.',
  },
]

const cell = (text: string) => text.replaceAll('|', '\\|')

/** The section «Scanner» of docs/security.md. */
export function scannerSection(): string {
  const runs = scans.map(({ scanner, at, command, found }) =>
    [scanner, at, `\`${command}\``, found].map(cell).join(' | '),
  )
  const said = answers.map(({ line, by, answer }) => [line, by, answer].map(cell).join(' | '))
  return `## Scanner

Scanners of Debian's main that others wrote, against the running demo on loopback on 22 November 2026. The module \`ssrf\` of Wapiti, and half of \`xxe\`, ask a host on the
internet for the result; there was none, so K3 and the absence of any XML parser answer for them. Nikto is not in Debian's main.

| scanner | scanned as | command | said |
| --- | --- | --- | --- |
${runs.map((row) => `| ${row} |`).join('\n')}

| line of a report | by | answer |
| --- | --- | --- |
${said.map((row) => `| ${row} |`).join('\n')}
`
}
