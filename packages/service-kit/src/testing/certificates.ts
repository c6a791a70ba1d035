import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2'];

export interface Certificate {
  cert: string;
  key: string;
}

/** A certificate authority for tests, with its files in a folder below the given one. */
export class TestAuthority {
  /** The certificate file that clients have to trust. */
  readonly file: string;
  readonly #folder: string;

  constructor(parent: string) {
    this.#folder = mkdtempSync(join(parent, 'authority-'));
    this.file = this.#make('authority', ['-subj', '/CN=FasoColis test authority']).cert;
  }

  get text(): string {
    return readFileSync(this.file, 'utf8');
  }

  /** Issues a server certificate for names such as `DNS:localhost` or `IP:127.0.0.1`. */
  certify(...names: string[]): Certificate {
    const signer = ['-CA', this.file, '-CAkey', join(this.#folder, 'authority.key')];
    const extensions = ['-addext', `subjectAltName=${names.join(',')}`, '-addext', 'basicConstraints=CA:FALSE'];
    return this.#make(names.join('_').replaceAll(/\W+/g, '-'), ['-subj', '/CN=server', ...extensions, ...signer]);
  }

  #make(name: string, options: string[]): Certificate {
    const [cert, key] = [join(this.#folder, `${name}.crt`), join(this.#folder, `${name}.key`)];
    execFileSync('openssl', ['req', '-x509', ...NEW_KEY, ...options, '-out', cert, '-keyout', key], { stdio: 'pipe' });
    return { cert, key };
  }
}
