import { Resolver } from 'node:dns/promises';
import { type Finding, fault, ok, warning } from './finding.ts';

const TIMEOUT_MS = 3000;

/** The domain of an address such as `FasoColis <colis@example.com>`; empty without one. */
const domainOf = (from: string) => /@([^@>\s]+)>?$/.exec(from)?.[1]?.toLowerCase() ?? '';

export interface SenderSettings {
  from: string;
  /** The name of the DKIM key that the SMTP server signs with, if it is known. */
  dkimSelector?: string | undefined;
  /** Default: those of the machine. */
  dnsServers?: string[] | undefined;
}

/** Checks the sender's domain as receiving SMTP servers do: that it exists, and its SPF, DKIM and DMARC records. */
export async function checkSender({ from, dkimSelector, dnsServers }: SenderSettings): Promise<Finding[]> {
  const domain = domainOf(from);
  if (!/\.[a-z]{2,}$/i.test(domain)) {
    const remedy = 'donnez une adresse de votre domaine : avec celle-ci, Gmail refuse ou cache tous les messages';
    return [warning(`MAIL_FROM : « ${from} » n'est l'adresse d'aucun domaine`, remedy)];
  }
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  if (dnsServers) resolver.setServers(dnsServers);
  try {
    return [
      await checkDomain(resolver, from, domain),
      await checkSpf(resolver, domain),
      await checkDkim(resolver, domain, dkimSelector),
      await checkDmarc(resolver, domain),
    ];
  } catch (error) {
    const { code = '' } = error as { code?: string };
    return [warning(`DNS : ne répond pas (${code})`, 'recommencez quand la machine a accès à Internet')];
  }
}

/** There is no such name, or no record of the type. */
const isNothing = (error: unknown) => ['ENOTFOUND', 'ENODATA'].includes((error as { code?: string }).code ?? '');

async function orNone<T>(records: Promise<T[]>): Promise<T[]> {
  try {
    return await records;
  } catch (error) {
    if (isNothing(error)) return [];
    throw error;
  }
}

const textsOf = async (resolver: Resolver, name: string, start: string) =>
  (await orNone(resolver.resolveTxt(name)))
    .map((parts) => parts.join(''))
    .filter((text) => text.toLowerCase().startsWith(start));

async function checkDomain(resolver: Resolver, from: string, domain: string): Promise<Finding> {
  const found = [
    ...(await orNone(resolver.resolveMx(domain))),
    ...(await orNone(resolver.resolve4(domain))),
    ...(await orNone(resolver.resolve6(domain))),
  ];
  return found.length > 0
    ? ok(`MAIL_FROM : ${from}`)
    : fault(`MAIL_FROM : ${domain} ne peut pas recevoir de réponses`, 'un enregistrement MX pour ce domaine');
}

async function checkSpf(resolver: Resolver, domain: string): Promise<Finding> {
  const [record, ...others] = await textsOf(resolver, domain, 'v=spf1');
  if (record === undefined) {
    const remedy = "un enregistrement TXT : « v=spf1 include:… ~all », avec ce qu'indique votre serveur d'e-mail";
    return warning(`SPF : ${domain} ne dit pas qui envoie pour lui`, remedy);
  }
  if (others.length > 0)
    return fault(`SPF : ${domain} a plusieurs enregistrements`, "n'en gardez qu'un, qui les réunit");
  return /(?:^|\s)\+?all(?:\s|$)/i.test(record)
    ? fault(`SPF : ${domain} laisse tout le monde envoyer (${record})`, 'remplacez « +all » par « ~all »')
    : ok(`SPF : ${record}`);
}

async function checkDkim(resolver: Resolver, domain: string, selector: string | undefined): Promise<Finding> {
  const remedy =
    "la clé que donne votre serveur d'e-mail, en enregistrement TXT ou CNAME, et son nom dans DKIM_SELECTOR";
  if (selector) {
    const name = `${selector}._domainkey.${domain}`;
    const records = (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join(''));
    return records.some((record) => /(?:^|;)\s*p=\s*[^;\s]/i.test(record))
      ? ok(`DKIM : ${name}`)
      : fault(`DKIM : il n'y a pas de clé sous ${name}`, remedy);
  }
  // RFC 8020: a name that does not exist has no names below it.
  const exists = await resolver.resolveTxt(`_domainkey.${domain}`).then(
    () => true,
    (error: { code?: string }) => {
      if (isNothing(error)) return error.code === 'ENODATA';
      throw error;
    },
  );
  return exists
    ? ok(`DKIM : ${domain} a des clés ; DKIM_SELECTOR les fait vérifier`)
    : warning(`DKIM : ${domain} n'a aucune clé, les messages ne sont pas signés pour lui`, remedy);
}

/** The policy of the domain, or of the nearest one above it. */
async function checkDmarc(resolver: Resolver, domain: string): Promise<Finding> {
  const labels = domain.split('.');
  for (let above = 0; above < labels.length - 1; above += 1) {
    const [record, ...others] = await textsOf(resolver, `_dmarc.${labels.slice(above).join('.')}`, 'v=dmarc1');
    if (record === undefined) continue;
    if (others.length > 0) return fault('DMARC : plusieurs enregistrements', "n'en gardez qu'un");
    return /;\s*p=\s*(?:none|quarantine|reject)/i.test(record)
      ? ok(`DMARC : ${record}`)
      : fault(`DMARC : enregistrement sans règle (${record})`, 'ajoutez « p=none », puis « p=quarantine »');
  }
  const remedy = `un enregistrement TXT sous _dmarc.${domain} : « v=DMARC1; p=none; rua=mailto:… », puis p=quarantine`;
  return warning(`DMARC : ${domain} n'a pas de règle`, remedy);
}
