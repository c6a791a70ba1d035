import { describe, expect, it } from 'vitest';
import { lineOf } from '../src/doctor/finding.ts';
import { checkSender } from '../src/doctor/sender-checks.ts';
import { startDnsServer } from './dns-server.ts';

const FROM = 'FasoColis <colis@mail.example.com>';
const SPF = 'v=spf1 include:_spf.provider.example ~all';
const DMARC = 'v=DMARC1; p=quarantine; rua=mailto:postmaster@example.com';
const KEY = `v=DKIM1; k=rsa; p=${'M'.repeat(392)}`;

const GOOD = {
  'mail.example.com': { MX: ['10 mx.example.com'], TXT: ['another text', SPF] },
  's1._domainkey.mail.example.com': { TXT: [KEY] },
  '_dmarc.example.com': { TXT: [DMARC] },
};

async function findingsFor(zone: Parameters<typeof startDnsServer>[0], dkimSelector?: string, from = FROM) {
  const dnsServers = [await startDnsServer(zone)];
  return (await checkSender({ from, dkimSelector, dnsServers })).map(lineOf);
}

describe('the doctor, for the sender of emails,', () => {
  it('finds nothing to do for a domain with SPF, DKIM and DMARC [OPS-008]', async () => {
    expect(await findingsFor(GOOD, 's1')).toEqual([
      `✓ MAIL_FROM : ${FROM}`,
      `✓ SPF : ${SPF}`,
      '✓ DKIM : s1._domainkey.mail.example.com',
      `✓ DMARC : ${DMARC}`,
    ]);
  });

  it('names each record that is missing, with the fix [OPS-008]', async () => {
    const found = await findingsFor({ 'mail.example.com': { A: ['203.0.113.7'] } });
    expect(found).toEqual([
      `✓ MAIL_FROM : ${FROM}`,
      expect.stringMatching(/^! SPF : mail\.example\.com ne dit pas qui envoie pour lui → un enregistrement TXT/),
      expect.stringMatching(/^! DKIM : mail\.example\.com n'a aucune clé, .* → la clé que donne votre serveur/),
      expect.stringMatching(/^! DMARC : mail\.example\.com n'a pas de règle → un enregistrement TXT sous _dmarc\./),
    ]);
  });

  it('finds a sender address that no domain has [OPS-008]', async () => {
    expect(await findingsFor(GOOD, undefined, 'FasoColis <ne-pas-repondre@localhost>')).toEqual([
      expect.stringMatching(/^! MAIL_FROM : .* n'est l'adresse d'aucun domaine → donnez une adresse de votre domaine/),
    ]);
    expect(await findingsFor({ 'example.org': {} })).toContainEqual(
      expect.stringMatching(/^✗ MAIL_FROM : mail\.example\.com ne peut pas recevoir de réponses → /),
    );
  });

  it('finds records that do harm', async () => {
    const open = { 'mail.example.com': { MX: ['10 mx.example.com'], TXT: ['v=spf1 +all'] } };
    expect(await findingsFor(open)).toContainEqual(expect.stringMatching(/^✗ SPF : .* laisse tout le monde envoyer/));
    const two = { 'mail.example.com': { MX: ['10 mx.example.com'], TXT: [SPF, 'v=spf1 -all'] } };
    expect(await findingsFor(two)).toContainEqual(expect.stringMatching(/^✗ SPF : .* plusieurs enregistrements/));
    const vague = { ...GOOD, '_dmarc.example.com': { TXT: ['v=DMARC1; rua=mailto:a@example.com'] } };
    expect(await findingsFor(vague)).toContainEqual(expect.stringMatching(/^✗ DMARC : enregistrement sans règle/));
  });

  it('finds a DKIM key that was revoked or has another name, and keys of an unknown name', async () => {
    const revoked = { ...GOOD, 's1._domainkey.mail.example.com': { TXT: ['v=DKIM1; p='] } };
    expect(await findingsFor(revoked, 's1')).toContainEqual(
      expect.stringMatching(/^✗ DKIM : il n'y a pas de clé sous s1/),
    );
    expect(await findingsFor(GOOD, 'other')).toContainEqual(expect.stringMatching(/^✗ DKIM : il n'y a pas de clé/));
    expect(await findingsFor(GOOD)).toContainEqual(expect.stringMatching(/^✓ DKIM : .* a des clés/));
  });

  it('says when the DNS server fails', async () => {
    const dnsServers = [await startDnsServer(GOOD, { isBroken: true })];
    expect((await checkSender({ from: FROM, dnsServers })).map(lineOf)).toEqual([
      expect.stringMatching(/^! DNS : ne répond pas \(ESERVFAIL\) → recommencez/),
    ]);
  });
});
