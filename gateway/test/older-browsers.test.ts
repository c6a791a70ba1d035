import { describe, expect, it } from 'vitest';
import { isBelowMinimum, webAssemblySource } from '../src/older-browsers.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IOS = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

/** User agents as these browsers send them, and whether they run the scripts of the sites. */
const BROWSERS: [name: string, userAgent: string, runsScripts: boolean][] = [
  ['Chrome 89', `Mozilla/5.0 (Linux; Android 6.0; M5) ${WEBKIT} Chrome/89.0.4389.90 Mobile Safari/537.36`, false],
  ['Chrome 90', `Mozilla/5.0 (Linux; Android 6.0; M5) ${WEBKIT} Chrome/90.0.4430.91 Mobile Safari/537.36`, true],
  [
    'WebView 74',
    `Mozilla/5.0 (Linux; Android 9; wv) ${WEBKIT} Version/4.0 Chrome/74.0.3729.157 Mobile Safari/537.36`,
    false,
  ],
  [
    'WebView 120',
    `Mozilla/5.0 (Linux; Android 14; wv) ${WEBKIT} Version/4.0 Chrome/120.0.1 Mobile Safari/537.36`,
    true,
  ],
  [
    'Samsung Internet 13',
    `Mozilla/5.0 (Linux; Android 10) ${WEBKIT} SamsungBrowser/13.0 Chrome/83.0.4103.106 Mobile Safari/537.36`,
    false,
  ],
  ['Firefox 89', 'Mozilla/5.0 (Android 8.0; Mobile; rv:89.0) Gecko/89.0 Firefox/89.0', false],
  ['Firefox 90', 'Mozilla/5.0 (Windows NT 6.1; rv:90.0) Gecko/20100101 Firefox/90.0', true],
  ['Safari 14.0', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${IOS} Version/14.0.3 Safari/605.1.15`, false],
  ['Safari 14.1', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${IOS} Version/14.1.2 Safari/605.1.15`, true],
  [
    'iOS 12',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 12_5_7 like Mac OS X) ${IOS} Version/12.1.2 Mobile/15E148 Safari/604.1`,
    false,
  ],
  [
    'iOS 15',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) ${IOS} Version/15.6 Mobile/15E148 Safari/604.1`,
    true,
  ],
  [
    'Chrome on iOS 13',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 13_7 like Mac OS X) ${IOS} CriOS/92.0.4515.90 Mobile/15E148 Safari/604.1`,
    false,
  ],
  [
    'iPad with iOS 14.8',
    `Mozilla/5.0 (iPad; CPU OS 14_8 like Mac OS X) ${IOS} Version/14.1.2 Mobile/15E148 Safari/604.1`,
    true,
  ],
  ['Internet Explorer 11', 'Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko', false],
  ['Opera Mini', 'Opera/9.80 (Android; Opera Mini/36.2/119.132; U; fr) Presto/2.12.423 Version/12.16', false],
  ['WhatsApp', 'WhatsApp/2.23.20.0 A', true],
  ['curl', 'curl/8.5.0', true],
];

describe('the check of a browser against the minimum', () => {
  it.each(BROWSERS)('%s is recognized by its user agent [OLD-002]', (_, userAgent, runsScripts) => {
    expect(isBelowMinimum(userAgent)).toBe(!runsScripts);
  });

  it('takes a missing user agent for a current browser', () => {
    expect(isBelowMinimum()).toBe(false);
  });

  it.each([
    ['Chrome 96', 'Chrome/96.0.4664.45', "'unsafe-eval'"],
    ['Chrome 97', 'Chrome/97.0.4692.71', "'wasm-unsafe-eval'"],
    ['iOS 15', 'iPhone; CPU iPhone OS 15_8 like Mac OS X', "'unsafe-eval'"],
    ['Safari 16', 'Version/16.0 Safari/605.1.15', "'wasm-unsafe-eval'"],
    ['Firefox 90', 'Firefox/90.0', "'wasm-unsafe-eval'"],
  ])('%s may compile the reader of codes by a source that it knows [OLD-001]', (_, userAgent, source) => {
    expect(webAssemblySource(userAgent)).toBe(source);
  });
});
