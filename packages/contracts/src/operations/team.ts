import * as z from 'zod/mini';
import { AuditEventSchema } from '../audit.ts';
import { ChangesSchema } from '../changes.ts';
import { MessageSchema } from '../common.ts';
import { AgentSchema, InviteAgentSchema, StaffMemberSchema, TeamSecuritySchema, UpdateAgentSchema } from '../team.ts';
import { defineOperations, listOf, listWorkbook, operation } from './operation.ts';

export const teamOperations = defineOperations({
  inviteAgent: operation('POST /api/team', 'admin', {
    summary: 'Inviter un agent par email',
    body: InviteAgentSchema,
    responses: { 201: AgentSchema },
    refusals: [409],
  }),
  inviteAgentAgain: operation('POST /api/team/:id/invitation', 'admin', {
    summary: "Envoyer une nouvelle invitation; l'ancien lien ne fonctionne plus",
    responses: { 200: AgentSchema },
    refusals: [404, 409],
  }),
  listTeam: operation('GET /api/team', 'admin', {
    summary: 'Les agents, invités et anciens compris, par pages',
    ...listOf(z.array(AgentSchema)),
  }),
  updateAgent: operation('PATCH /api/team/:id', 'admin', {
    summary: "Modifier le nom ou la ville d'un agent",
    body: UpdateAgentSchema,
    responses: { 200: AgentSchema },
    refusals: [404],
  }),
  revokeAgent: operation('DELETE /api/team/:id', 'admin', {
    summary: "Révoquer l'accès d'un agent, ou son invitation",
    responses: { 200: MessageSchema },
    refusals: [404],
  }),
  resetSecondFactorOfAgent: operation('POST /api/team/:id/second-factor-reset', 'admin', {
    summary: 'Réinitialiser la double authentification d’un agent',
    audit: 'second-factor-change',
    responses: { 200: AgentSchema },
    refusals: [404, 409],
  }),
  getTeamSecurity: operation('GET /api/team/security', 'admin', {
    summary: "Les règles de connexion de l'équipe",
    responses: { 200: TeamSecuritySchema },
    refusals: [400],
  }),
  updateTeamSecurity: operation('PATCH /api/team/security', 'admin', {
    summary: "Exiger, ou non, la validation en deux étapes de toute l'équipe",
    body: TeamSecuritySchema,
    responses: { 200: TeamSecuritySchema },
  }),
  listStaff: operation('GET /api/staff', 'staff', {
    summary: "Les noms de l'administrateur, des agents et des anciens agents",
    ...listOf(z.array(StaffMemberSchema)),
  }),
  listAccountChanges: operation('GET /api/account-changes', 'admin', {
    summary: "Qui a changé l'équipe ou un compte, le plus récent d'abord",
    ...listOf(ChangesSchema),
  }),
  exportAccountChanges: operation('GET /api/account-changes/export/excel', 'admin', {
    ...listWorkbook,
    summary: "Exporter en Excel les changements de l'équipe et des comptes",
  }),
  listAuditEvents: operation('GET /api/audit-events', 'admin', {
    summary: "Connexions, changements de comptes, refus et actions de l'équipe, des douze derniers mois",
    ...listOf(z.array(AuditEventSchema)),
  }),
});
