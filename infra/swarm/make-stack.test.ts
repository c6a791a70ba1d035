import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

interface Service {
  ports?: object[];
  environment: Record<string, string>;
  volumes: object[];
  deploy: { update_config: { order: string }; resources: object };
}

interface Stack {
  services: Record<string, Service>;
  networks: Record<string, object>;
}

const service = (settings: object = {}) => ({ image: 'fasocolis/any', networks: { inside: null }, ...settings });

const port = (target: number, address: string) => ({
  ...{ mode: 'ingress', target, published: String(target), protocol: 'tcp' },
  ...(address && { host_ip: address }),
});

/** The stack for services as printed by `docker compose config`. */
function makeStack(services: Record<string, object>) {
  const folder = mkdtempSync(join(tmpdir(), 'stack-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const networks = { inside: { internal: true }, outside: {} };
  const configuration = { name: 'fasocolis', services, networks, volumes: {}, secrets: {} };
  writeFileSync(join(folder, 'configuration.json'), JSON.stringify(configuration));
  writeFileSync(join(folder, 'docker'), `#!/bin/sh\ncat '${folder}/configuration.json'\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const script = join(import.meta.dirname, 'make-stack.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
  return { status, stderr, stack: stdout ? (JSON.parse(stdout) as Stack) : undefined };
}

describe('the stack for Docker Swarm', () => {
  it('publishes no port that Compose binds to one address, and prints that [SEC-016]', () => {
    const { stack, stderr } = makeStack({
      gateway: service({ environment: {}, ports: [port(8080, '127.0.0.1')] }),
      prometheus: service({ ports: [port(9090, '::1'), port(9091, '10.0.0.5')] }),
    });
    expect(stack?.services.gateway).not.toHaveProperty('ports');
    expect(stack?.services.prometheus).not.toHaveProperty('ports');
    expect(stderr.trim().split('\n')).toEqual([
      "gateway : le port 8080 n'est pas publié, Compose ne l'ouvre que sur 127.0.0.1.",
      "prometheus : le port 9090 n'est pas publié, Compose ne l'ouvre que sur ::1.",
      "prometheus : le port 9091 n'est pas publié, Compose ne l'ouvre que sur 10.0.0.5.",
    ]);
  });

  it('publishes ports that are open to all, on the nodes that run the service', () => {
    const { stack, stderr } = makeStack({ gateway: service({ environment: {}, ports: [port(8080, '0.0.0.0')] }) });
    expect(stack?.services.gateway?.ports).toEqual([{ target: 8080, published: 8080, protocol: 'tcp', mode: 'host' }]);
    expect(stack?.services.gateway?.deploy.update_config.order).toBe('stop-first');
    expect(stderr).toBe('');
  });

  it('publishes Caddy instead of the gateways behind it', () => {
    const { stack } = makeStack({
      gateway: service({ environment: { BIND_ADDRESS: '0.0.0.0' }, ports: [port(8080, '0.0.0.0')] }),
      caddy: service({ ports: [port(443, '0.0.0.0')] }),
    });
    expect(stack?.services.gateway).not.toHaveProperty('ports');
    expect(stack?.services.gateway?.environment.BIND_ADDRESS).toBe('127.0.0.1');
    expect(stack?.services.caddy?.ports).toHaveLength(1);
  });

  it('refuses the profile mail', () => {
    const { status, stderr } = makeStack({ gateway: service({ environment: {} }), mail: service() });
    expect(status).toBe(1);
    expect(stderr).toContain('profil mail');
  });

  it('encrypts traffic between machines [SEC-016]', () => {
    const { stack } = makeStack({ gateway: service({ environment: {} }) });
    const networks = Object.values(stack?.networks ?? {});
    expect(networks).toHaveLength(2);
    for (const network of networks) {
      expect(network).toMatchObject({ driver: 'overlay', driver_opts: { encrypted: '' } });
    }
  });

  it('keeps the limits of memory, processes and temporary files', () => {
    const limited = service({ mem_limit: 1024, pids_limit: 256, tmpfs: ['/tmp:size=64m'] });
    const { stack } = makeStack({ gateway: service({ environment: {} }), auth: limited });
    expect(stack?.services.auth?.deploy.resources).toEqual({ limits: { memory: '1024', pids: 256 } });
    expect(stack?.services.auth?.volumes).toEqual([
      { type: 'tmpfs', target: '/tmp', tmpfs: { size: 64 * 1024 * 1024 } },
    ]);
  });
});
