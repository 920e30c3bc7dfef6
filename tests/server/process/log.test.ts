import { expect, test } from 'vitest'
import { securityChannel } from '#server/base/request-source.ts'
import type { LogLevel } from '#server/start/config.ts'
import { createLog } from '#server/start/log.ts'

function logged(details: object, message = 'something happened'): string {
  const lines: string[] = []
  createLog('info', { write: (text) => void lines.push(text) }).info(details, message)
  return lines.join('')
}

test('a log line is one JSON object with level, time and message', () => {
  const line = JSON.parse(logged({ driver: 7 }))
  expect(line).toMatchObject({ level: 'info', msg: 'something happened', driver: 7 })
  expect(Date.parse(line.time)).not.toBeNaN()
})

test.each([
  [{ password: 'hunter22' }],
  [{ body: { email: 'x', password: 'hunter22' } }],
  [
    {
      req: { method: 'GET', url: '/', headers: { authorization: 'Bearer hunter22', cookie: 'refresh-token=hunter22' } },
    },
  ],
  [{ call: { headers: { authorization: 'hunter22', cookie: 'hunter22' } } }],
  [{ refresh: 'hunter22' }],
  [{ reply: { keys: [{ id: '3f09a1c4', key: 'hunter22' }] } }],
])('a secret never reaches the log: %o', (details) => {
  expect(logged(details)).not.toContain('hunter22')
})

test('the log contains a request’s method and path, but not its search text or network address', () => {
  const line = logged({
    req: { id: 'r1', method: 'GET', url: '/api/drivers/?search=Boone', ip: '203.0.113.9', headers: {} },
  })
  expect(JSON.parse(line).req).toEqual({ id: 'r1', method: 'GET', path: '/api/drivers/' })
})

function securityLines(level: LogLevel): object[] {
  const lines: string[] = []
  const ofRequest = createLog(level, { write: (text) => void lines.push(text) }).child({ reqId: 'r1' })
  securityChannel(ofRequest).say({ channel: 'security', token: 'hunter22' }, 'sign_in')
  return lines.map((line) => JSON.parse(line))
}

test.each(['fatal', 'error', 'warn', 'info', 'trace'] as const)(
  'LOG_LEVEL=%s suppresses no security event',
  (level) => {
    expect(securityLines(level)).toEqual([
      expect.objectContaining({ level: 'info', reqId: 'r1', channel: 'security', token: '[secret]', msg: 'sign_in' }),
    ])
  },
)

test('LOG_LEVEL=silent suppresses security events too', () => {
  expect(securityLines('silent')).toEqual([])
})
