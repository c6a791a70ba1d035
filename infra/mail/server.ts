/** The email catcher's process: maildev's own command would outlive a killed launcher. */
import { MailDev } from 'maildev';

const { HOST = '127.0.0.1', SMTP_PORT, WEB_PORT } = process.env;
const maildev = new MailDev({
  smtp: Number(SMTP_PORT),
  web: Number(WEB_PORT),
  ip: HOST,
  webIp: HOST,
  maxEmails: 1000,
});

const end = () => process.exit(0);
process.once('SIGTERM', end);
process.once('disconnect', end);

await maildev.start();
