import { z } from 'zod';

/** A database engine and the form of its connections. */
export const driverSchema = z
  .object({
    id: z.string().describe('What connections name it by.'),
    name: z.string().describe('For people.'),
    fields: z
      .array(
        z.object({
          key: z.string().describe('Name under `data` of a connection.'),
          formType: z
            .enum(['TEXT', 'PASSWORD', 'CHECKBOX', 'TEXTAREA'])
            .describe('How it is asked for.'),
          label: z.string().describe('What stands beside it.'),
          description: z.string().optional().describe('What stands below it.'),
          placeholder: z.string().optional().describe('An example of a value.'),
          required: z.boolean().optional().describe('It cannot be left out.'),
          secret: z.boolean().optional().describe('Never returned.'),
        }),
      )
      .describe('The form of its connections.'),
    supportsConnectionClient: z.boolean().describe('Sessions may stay open between batches.'),
    supportsCancel: z.boolean().describe('A running statement can be stopped in the database.'),
    isAsynchronous: z.boolean().describe('Statements live on its server, not in a session.'),
    dialect: z.string().describe('How statements are told apart.'),
  })
  .meta({
    id: 'Driver',
    description: 'A database engine.',
    examples: [
      {
        id: 'postgres',
        name: 'PostgreSQL',
        fields: [
          {
            key: 'host',
            formType: 'TEXT',
            label: 'Host',
            description: 'Name or address of the server',
            placeholder: 'db.example.com',
            required: true,
            secret: false,
          },
        ],
        supportsConnectionClient: true,
        supportsCancel: true,
        isAsynchronous: false,
        dialect: 'postgres',
      },
    ],
  });

export type DriverInfo = z.infer<typeof driverSchema>;
