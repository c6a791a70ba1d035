import { AUDIT_TARGET_MAX, type AuditOutcome } from '@fasocolis/contracts/audit';
import type { AuditedAction } from '@fasocolis/contracts/operations/operation';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStaff } from '../auth/identity.ts';
import { networkOf } from '../http/network.ts';
import type { AuditEvents } from './audit-events.ts';

export interface AuditDetails {
  action?: AuditedAction;
  /** The id of the account concerned, when the request has no session of it. */
  account?: number;
  /** Set when the status of the response does not show the outcome, such as a redirect. */
  outcome?: AuditOutcome;
}

declare module 'fastify' {
  interface FastifyRequest {
    audit: AuditDetails;
  }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The outcome of a request by its status. */
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

/**
 * Returns the function that audits a completed request: with a log line, at any log level, and an event.
 * @param service the name of the process
 * @param events where the event goes; without it there is the log line alone
 */
export function auditLog(log: FastifyBaseLogger, service: string, events: AuditEvents | undefined) {
  const lines = log.child({}, { level: 'info' });
  return (request: FastifyRequest, entry: AuditEntry): void => {
    const { id: requestId, method, url, ip } = request;
    const target = `${method} ${decodedPath(url)}`;
    const address = networkOf(ip);
    lines.info({ requestId, ...entry, target, address }, 'audit');
    const { account, ...rest } = entry;
    const userId = typeof account === 'number' ? account : null;
    events?.record({ ...rest, service, userId, address, requestId, target: storable(target) });
  };
}

/** PostgreSQL's texts contain no U+0000. */
const storable = (target: string) =>
  target
    .replaceAll(/\p{Cc}/gu, '\u{FFFD}')
    .slice(0, AUDIT_TARGET_MAX)
    .toWellFormed();

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
 * Audits what SEC-012 names: the operations that declare it, every write of staff, and every refusal. Needs
 * `registerAccess`. The action of the others is their id.
 */
export function registerAudit(app: FastifyInstance, service: string, events: AuditEvents | undefined): void {
  const write = auditLog(app.log, service, events);
  if (events) app.addHook('onClose', () => events.close());
  app.decorateRequest('audit', null as never);
  app.addHook('onRequest', (request, _reply, done) => {
    request.audit = {};
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { audit, identity } = request;
    const { operation } = request.routeOptions.config;
    const declared = audit.action ?? operation?.audit;
    const isStaffWrite = identity && isStaff(identity) && !READS.has(request.method);
    if (declared || isStaffWrite || reply.statusCode === 403 || reply.statusCode === 429) {
      const caller = identity?.kind === 'user' ? identity.userId : identity?.kind === 'service' ? identity.name : null;
      write(request, {
        account: audit.account ?? caller,
        action: declared ?? operation?.id ?? 'unknown',
        outcome: auditOutcome(request, reply),
        status: reply.statusCode,
      });
    }
    done();
  });
}
