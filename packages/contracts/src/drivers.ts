import { z } from 'zod';

/** A database engine and the form of its connections. */
export const driverSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    fields: z.array(
      z.object({
        key: z.string().describe('Name under `data` of a connection.'),
        formType: z.enum(['TEXT', 'PASSWORD', 'CHECKBOX', 'TEXTAREA']),
        label: z.string(),
        description: z.string().optional(),
        placeholder: z.string().optional(),
        required: z.boolean().optional(),
        secret: z.boolean().optional().describe('Never returned.'),
      }),
    ),
    supportsConnectionClient: z.boolean(),
    supportsCancel: z.boolean(),
    isAsynchronous: z.boolean(),
    dialect: z.string().describe('How statements are told apart.'),
  })
  .meta({ id: 'Driver' });

export type DriverInfo = z.infer<typeof driverSchema>;
