import { z } from 'zod';

/** A driver and the form fields of its connections. */
export const driverSchema = z
  .object({
    id: z.string().describe('ID of the driver.'),
    name: z.string().describe('Display name.'),
    fields: z
      .array(
        z.object({
          key: z.string().describe('Key in the `data` of a connection.'),
          formType: z.enum(['TEXT', 'PASSWORD', 'CHECKBOX', 'TEXTAREA']).describe('Input type.'),
          label: z.string().describe('Label.'),
          description: z.string().optional().describe('Help text.'),
          placeholder: z.string().optional().describe('Example value.'),
          required: z.boolean().optional().describe('The field is required.'),
          secret: z.boolean().optional().describe('The value is never returned.'),
          impliedBy: z
            .array(z.string())
            .optional()
            .describe('Keys of the fields that turn this check box on if it is absent.'),
        }),
      )
      .describe('Form fields of its connections.'),
    supportsConnectionClient: z.boolean().describe('Supports connection clients.'),
    supportsCancel: z.boolean().describe('Running statements can be cancelled in the database.'),
    isAsynchronous: z
      .boolean()
      .describe('Statements run on the server independently of a session.'),
    dialect: z.string().describe('SQL dialect that splits statements.'),
  })
  .meta({
    id: 'Driver',
    description: 'A driver.',
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
          { key: 'ssl', formType: 'CHECKBOX', label: 'Use TLS', impliedBy: ['ca'] },
        ],
        supportsConnectionClient: true,
        supportsCancel: true,
        isAsynchronous: false,
        dialect: 'postgres',
      },
    ],
  });

/** See {@link driverSchema}. */
export type DriverInfo = z.infer<typeof driverSchema>;
