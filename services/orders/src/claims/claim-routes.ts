import { claimOperations } from '@fasocolis/contracts/operations/claims';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import { reportingUnknown } from '@fasocolis/service-kit/http/unknown-references';
import type { FastifyPluginAsync } from 'fastify';
import { sendPhoto } from '../shared/photo.ts';
import { type ClaimService, claimListSpec } from './claim-service.ts';

export const claimRoutes: FastifyPluginAsync<{ claims: ClaimService }> = async (app, { claims }) => {
  handle(app, claimOperations.findUnnamedParcel, async (request, reply) => {
    const { number } = request.params;
    return reportingUnknown(reply, number, claims.findParcel(number, callerOf(request)));
  });

  handle(app, claimOperations.claimParcel, async (request, reply) =>
    reportingUnknown(reply, request.body.number, claims.claim(request.body, callerOf(request))),
  );

  handleList(app, claimOperations.listClaims, claimListSpec, (list) => claims.list(list));

  handle(app, claimOperations.getClaimPhoto, async (request, reply) =>
    sendPhoto(reply, await claims.photoOf(request.params.id)),
  );

  handle(app, claimOperations.acceptClaim, async (request) => claims.accept(request.params.id, actorOf(request)));

  handle(app, claimOperations.refuseClaim, async (request) =>
    claims.refuse(request.params.id, request.body.reason, actorOf(request)),
  );
};
