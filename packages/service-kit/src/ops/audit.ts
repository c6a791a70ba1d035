import { isIPv4 } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStaff } from '../auth/identity.ts';

/** Actions that are audited whoever is the caller. */
export type AuditedAction =
  | 'sign-in'
  | 'sign-out'
  | 'session-end'
  | 'registration'
  | 'password-change'
  | 'password-reset'
  | 'email-change'
  | 'email-restoration'
  | 'invitation-acceptance'
  | 'sign-in-method-removal'
  | 'export';

/** `refused` for 403 and 429, `failure` for other 4xx, `error` for 5xx. */
type AuditOutcome = 'success' | 'failure' | 'refused' | 'error';

/** What a handler knows better than the request. */
export interface AuditDetails {
  action?: AuditedAction;
  /** The id of the account concerned, where the request has no session of it. */
  account?: number;
  /** For responses whose status does not say so, such as redirects. */
  outcome?: AuditOutcome;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Audits every request of the route under this action. */
    audit?: AuditedAction;
  }
  interface FastifyRequest {
    audit: AuditDetails;
  }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The network of an address, /24 or for IPv6 /48: enough to recognize an attack, too little to identify a person. */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1];
  if (v4 !== undefined && isIPv4(`${v4}.0`)) return `${v4}.0/24`;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, 3).join(':')}::/48`;
}

/** The outcome of an answered request. */
export function auditOutcome({ audit }: FastifyRequest, { statusCode }: FastifyReply): AuditOutcome {
  if (audit.outcome) return audit.outcome;
  if (statusCode === 403 || statusCode === 429) return 'refused';
  if (statusCode >= 500) return 'error';
  return statusCode >= 400 ? 'failure' : 'success';
}

interface AuditEntry {
  /** The id of a user or the name of a service; null for visitors. */
  account: number | string | null;
  action: string;
  outcome: AuditOutcome;
  status: number;
}

/** Returns the function that writes the audit line of an answered request, at any log level. */
export function auditLog(log: FastifyBaseLogger) {
  const lines = log.child({}, { level: 'info' });
  return (request: FastifyRequest, entry: AuditEntry): void => {
    const { id: requestId, method, url, ip } = request;
    const target = `${method} ${decodedPath(url)}`;
    lines.info({ requestId, ...entry, target, address: networkOf(ip) }, 'audit');
  };
}

/** Without the query, which may contain tokens. */
function decodedPath(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Audits what SEC-012 names: the routes that declare it, every write of staff, and every refusal. Needs
 * `registerAccess`. The action of an undeclared route is its operationId.
 */
export function registerAudit(app: FastifyInstance): void {
  const write = auditLog(app.log);
  app.decorateRequest('audit', null as never);
  app.addHook('onRequest', (request, _reply, done) => {
    request.audit = {};
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { audit, identity, routeOptions } = request;
    const declared = audit.action ?? routeOptions.config.audit;
    const isStaffWrite = identity && isStaff(identity) && !READS.has(request.method);
    if (declared || isStaffWrite || reply.statusCode === 403 || reply.statusCode === 429) {
      const { operationId } = (routeOptions.schema ?? {}) as { operationId?: string };
      const caller = identity?.kind === 'user' ? identity.userId : identity?.kind === 'service' ? identity.name : null;
      write(request, {
        account: audit.account ?? caller,
        action: declared ?? operationId ?? 'unknown',
        outcome: auditOutcome(request, reply),
        status: reply.statusCode,
      });
    }
    done();
  });
}
