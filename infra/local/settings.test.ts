import { describe, expect, it } from 'vitest';
import { ROOT } from './root.ts';
import { readSettings } from './settings.ts';

describe('readSettings', () => {
  it('stores everything in .fasocolis and listens on 8080 when no variable is set, or all are empty', () => {
    for (const env of [{}, { PORT: '', FASOCOLIS_HOME: '', ADMIN_PASSWORD: '', DATABASE_URL: '' }]) {
      const given = Object.entries(readSettings(env)).filter(([, value]) => value !== undefined);
      expect(Object.fromEntries(given)).toEqual({ home: `${ROOT}/.fasocolis`, port: 8080 });
    }
  });

  it('reads switches, ports and addresses', () => {
    const env = {
      FASOCOLIS_HOME: '/srv/fasocolis',
      PORT: '0',
      MAIL_PORT: '1081',
      DEMO_DATA: 'false',
      RATE_LIMITS: 'off',
      PUBLIC_URL: 'https://colis.example',
      DATABASE_URL: 'postgres://admin@db.example/postgres',
    };
    expect(readSettings(env)).toMatchObject({
      home: '/srv/fasocolis',
      port: 0,
      emailsPort: 1081,
      demoData: false,
      rateLimits: false,
      publicUrl: 'https://colis.example',
      databaseUrl: 'postgres://admin@db.example/postgres',
    });
  });

  it.each([
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['MAIL_PORT', '10.5'],
    ['DEMO_DATA', 'yes'],
    ['RATE_LIMITS', 'true'],
    ['DATABASE_URL', 'mysql://db.example'],
    ['REDIS_URL', 'localhost:6379'],
    ['PUBLIC_URL', 'colis.example'],
  ])('refuses %s=%s with a sentence that names the variable', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(name);
  });
});
