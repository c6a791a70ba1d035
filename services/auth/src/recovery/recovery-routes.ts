import { isPhoneLogin, LINK_REQUESTED } from '@fasocolis/contracts/auth';
import { signInOperations } from '@fasocolis/contracts/operations/sign-in';
import { handle } from '@fasocolis/service-kit/http/operations';
import { phoneIn } from '@fasocolis/service-kit/http/phone-field';
import type { FastifyPluginAsync } from 'fastify';
import type { Dependencies } from '../shared/dependencies.ts';
import { forgetAccountFailures } from '../shared/sign-in-limits.ts';
import { loginKey } from '../shared/user-row.ts';
import { isLinkValid, requestLink, requestLinkOverWhatsapp, resetPassword } from './recovery-service.ts';

export const recoveryRoutes: FastifyPluginAsync<Dependencies> = async (app, dependencies) => {
  const { database, emails, resets, browsers } = dependencies;
  handle(app, signInOperations.forgotPassword, async (request) => {
    const { email } = request.body;
    const phone = isPhoneLogin(email) ? phoneIn('email', email) : null;
    await emails.count('reset', phone ?? loginKey(email), request.ip);
    await resets.count(request.ip);
    if (phone !== null) {
      await requestLinkOverWhatsapp(database, phone);
      return { message: LINK_REQUESTED };
    }
    await requestLink(dependencies, email, request.id);
    return { message: 'Si un compte existe avec cet email, vous recevrez un lien de réinitialisation.' };
  });

  handle(app, signInOperations.verifyResetToken, async (request) => ({
    valid: await isLinkValid(dependencies, request.query.token ?? ''),
  }));

  handle(app, signInOperations.resetPassword, async (request, reply) => {
    const { userId, isInvitation } = await resetPassword(
      dependencies,
      request.body.token,
      request.body.password,
      request.id,
    );
    request.audit.account = userId;
    if (isInvitation) request.audit.action = 'invitation-acceptance';
    // The owner is not locked out by a stranger's wrong passwords.
    browsers.remember(request, reply, userId);
    await forgetAccountFailures(dependencies, userId, request.ip);
    return { message: 'Votre mot de passe a été réinitialisé avec succès.' };
  });
};
