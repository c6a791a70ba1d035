import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { docker } from './installation.ts';

const IMAGE = 'fasocolis-test/sftp';
const NAME = 'fasocolis-test-sftp';
const HOST = 'place.test';

const DOCKERFILE = `FROM debian:trixie-slim
RUN apt-get update && apt-get install -y --no-install-recommends openssh-server && rm -rf /var/lib/apt/lists/* \\
 && mkdir -p /run/sshd && useradd -m -p '*' keeper && install -d -o keeper -m 700 /home/keeper/.ssh /srv/archive \\
 && ssh-keygen -q -t ed25519 -N '' -f /root/key && install -o keeper -m 600 /root/key.pub /home/keeper/.ssh/authorized_keys
CMD ["/usr/sbin/sshd", "-D", "-e", "-o", "ForceCommand=internal-sftp"]
`;

/** An SSH server that offers files only, which containers of a network reach as `place.test`. */
export class SftpServer {
  /** What BACKUP_PLACE is set to. */
  readonly place = `sftp://keeper@${HOST}:22/srv/archive`;
  /** The private key of the account. */
  readonly key: string;

  private constructor(key: string) {
    this.key = key;
  }

  static async start(network: string): Promise<SftpServer> {
    const build = spawn('docker', ['build', '-q', '-t', IMAGE, '-'], { stdio: ['pipe', 'ignore', 'inherit'] });
    build.stdin.end(DOCKERFILE);
    const [code] = await once(build, 'close');
    if (code !== 0) throw new Error('The image of the SSH server could not be built');
    await docker('rm', '--force', '--volumes', NAME);
    await docker('run', '-d', '--name', NAME, '--network', network, '--network-alias', HOST, IMAGE);
    return new SftpServer(await docker('exec', NAME, 'cat', '/root/key'));
  }

  sh(script: string): Promise<string> {
    return docker('exec', NAME, 'sh', '-c', script);
  }

  async cut(): Promise<void> {
    await docker('stop', '--time', '0', NAME);
  }

  async heal(): Promise<void> {
    await docker('start', NAME);
  }

  async remove(): Promise<void> {
    await docker('rm', '--force', '--volumes', NAME);
  }
}
