// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

describe('the name of a device', () => {
  it('consists of browser and system, whatever else the browser claims to be', () => {
    const names = [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
      'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    ].map(deviceName);
    expect(names).toEqual(['Chrome sur Android', 'Safari sur iPhone', 'Edge sur Windows', 'Firefox sur Linux']);
  });

  it('consists of the known parts', () => {
    expect([deviceName('curl/8.0'), deviceName('MyApp (Android)'), deviceName(null)]).toEqual([
      'Appareil inconnu',
      'Android',
      'Appareil inconnu',
    ]);
  });
});
