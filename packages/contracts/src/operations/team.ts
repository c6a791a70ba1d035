import * as z from 'zod/mini';
import { ChangesSchema } from '../changes.ts';
import { MessageSchema } from '../common.ts';
import { ListQuerySchema } from '../lists.ts';
import { AgentSchema, InviteAgentSchema, StaffMemberSchema, TeamSecuritySchema, UpdateAgentSchema } from '../team.ts';
import { byId, defineOperations } from './operation.ts';

export const teamOperations = defineOperations({
  inviteAgent: {
    method: 'POST',
    path: '/api/team',
    access: 'admin',
    summary: 'Inviter un agent par email',
    body: InviteAgentSchema,
    responses: { 201: AgentSchema },
    refusals: [409],
  },
  inviteAgentAgain: {
    method: 'POST',
    path: '/api/team/:id/invitation',
    access: 'admin',
    summary: "Envoyer une nouvelle invitation; l'ancien lien ne fonctionne plus",
    params: byId,
    responses: { 200: AgentSchema },
    refusals: [404, 409],
  },
  listTeam: {
    method: 'GET',
    path: '/api/team',
    access: 'admin',
    summary: 'Les agents, invités et anciens compris, par pages',
    query: ListQuerySchema,
    responses: { 200: z.array(AgentSchema) },
  },
  updateAgent: {
    method: 'PATCH',
    path: '/api/team/:id',
    access: 'admin',
    summary: "Modifier le nom ou la ville d'un agent",
    params: byId,
    body: UpdateAgentSchema,
    responses: { 200: AgentSchema },
    refusals: [404],
  },
  revokeAgent: {
    method: 'DELETE',
    path: '/api/team/:id',
    access: 'admin',
    summary: "Révoquer l'accès d'un agent, ou son invitation",
    params: byId,
    responses: { 200: MessageSchema },
    refusals: [404],
  },
  resetSecondFactorOfAgent: {
    method: 'POST',
    path: '/api/team/:id/second-factor-reset',
    access: 'admin',
    summary: 'Réinitialiser la double authentification d’un agent',
    audit: 'second-factor-change',
    params: byId,
    responses: { 200: AgentSchema },
    refusals: [404, 409],
  },
  getTeamSecurity: {
    method: 'GET',
    path: '/api/team/security',
    access: 'admin',
    summary: "Les règles de connexion de l'équipe",
    responses: { 200: TeamSecuritySchema },
    refusals: [400],
  },
  updateTeamSecurity: {
    method: 'PATCH',
    path: '/api/team/security',
    access: 'admin',
    summary: "Exiger, ou non, la validation en deux étapes de toute l'équipe",
    body: TeamSecuritySchema,
    responses: { 200: TeamSecuritySchema },
  },
  listStaff: {
    method: 'GET',
    path: '/api/staff',
    access: 'staff',
    summary: "Les noms de l'administrateur, des agents et des anciens agents",
    query: ListQuerySchema,
    responses: { 200: z.array(StaffMemberSchema) },
  },
  listTeamChanges: {
    method: 'GET',
    path: '/api/team-changes',
    access: 'admin',
    summary: "Qui a changé l'équipe ou supprimé un compte, le plus récent d'abord",
    query: ListQuerySchema,
    responses: { 200: ChangesSchema },
  },
});
