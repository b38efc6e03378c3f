import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownGuide } from './guides.ts'

const agents = {
  'Chrome на Android': 'Mozilla/5.0 (Linux; Android 13; K) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36',
  'Яндекс Браузер на Android':
    'Mozilla/5.0 (Linux; arm_64; Android 12) AppleWebKit/537.36 Chrome/118.0.0.0 YaBrowser/23.11.0 Mobile Safari/537.36',
  'Samsung Internet на Android':
    'Mozilla/5.0 (Linux; Android 13; K) AppleWebKit/537.36 SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36',
  'Firefox на Android': 'Mozilla/5.0 (Android 13; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0',
  'Окно внутри мессенджера или соцсети':
    'Mozilla/5.0 (Linux; Android 12; K; wv) AppleWebKit/537.36 Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36',
  'Safari на iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1',
  'Chrome или Яндекс Браузер на iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/120.0.0.0 Mobile/15E148 Safari/604.1',
  'Firefox на компьютере': 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0',
  'Safari на Mac': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15',
}

for (const [title, agent] of Object.entries(agents)) {
  test(`the guide of ${title} comes first there`, () => assert.equal(ownGuide(agent).title, title))
}
