import { z } from 'zod';
import { readDefinedParameter, readOption } from './defined-parameters.js';
import { parameterTypes } from './enums.js';
import { ParameterError } from './parameter-values.js';
import { parameterName, parametersSchema, parameterTypesSchema } from './parameters.js';
import { maxAgeSecondsSchema } from './reuse.js';

const MAX_PARAMETERS = 100;
const MAX_OPTIONS = 1_000;
/** Characters of all definitions of a query as JSON. */
const MAX_LENGTH = 200_000;

const option = z.union([z.string().max(1_000), z.number()]);

/** The definition of a saved query's parameter. */
export const queryParameterSchema = z
  .object({
    name: parameterName.describe('The placeholder `{{name}}` in the text.'),
    label: z.string().max(100).optional().describe('Shown instead of the name.'),
    type: z.enum(parameterTypes).describe('Type of the values.'),
    required: z.boolean().describe('True: null and empty lists are refused.'),
    default: z.unknown().optional().describe('Value of a run that sends none.'),
    options: z
      .array(option)
      .min(1)
      .max(MAX_OPTIONS)
      .optional()
      .describe('The only permitted values, or elements of a list.'),
    optionsQueryId: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe(
        'Saved query whose first column has values to choose from; a second column has their labels. Other values are permitted.',
      ),
    description: z.string().max(1_000).optional().describe('Explains the parameter.'),
  })
  .meta({
    id: 'QueryParameter',
    description: "The definition of a saved query's parameter.",
    examples: [
      {
        name: 'status',
        label: 'Order status',
        type: 'text',
        required: true,
        default: 'open',
        options: ['open', 'shipped'],
        description: 'Only orders with this status.',
      },
      { name: 'customer', type: 'integer', required: false, optionsQueryId: 'customers' },
    ],
  });

/** See {@link queryParameterSchema}. */
export type QueryParameter = z.infer<typeof queryParameterSchema>;

/** The definitions of a saved query's parameters, as sent. */
export const queryParametersSchema = z
  .array(queryParameterSchema)
  .max(MAX_PARAMETERS)
  .superRefine((definitions, { addIssue }) => {
    if (JSON.stringify(definitions).length > MAX_LENGTH) {
      const limit = MAX_LENGTH.toLocaleString('en');
      addIssue({ code: 'custom', message: `must be at most ${limit} characters of JSON` });
    }
    definitions.forEach((definition, index) => {
      const isRepeated = definitions.findIndex(({ name }) => name === definition.name) < index;
      if (isRepeated) {
        addIssue({ code: 'custom', path: [index, 'name'], message: 'must be unique' });
      }
      for (const { field, message } of problemsOf(definition)) {
        addIssue({ code: 'custom', path: [index, ...field], message });
      }
    });
  });

interface Problem {
  field: (string | number)[];
  message: string;
}

function problemsOf(definition: QueryParameter): Problem[] {
  const { options = [], optionsQueryId } = definition;
  const problems = options.flatMap((each, index) => {
    const message = problemIn(() => readOption(each, definition));
    return message === null ? [] : [{ field: ['options', index], message }];
  });
  if (options.length > 0 && optionsQueryId !== undefined) {
    problems.push({
      field: ['optionsQueryId'],
      message: 'must be absent: the parameter has options',
    });
  }
  if (problems.length > 0 || definition.default === undefined) return problems;
  const message = problemIn(() => readDefinedParameter(definition, definition.default));
  return message === null ? [] : [{ field: ['default'], message }];
}

function problemIn(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof ParameterError) return error.message;
    throw error;
  }
}

/** `POST /api/queries/:id/run`. */
export const runQuerySchema = z
  .object({
    connectionId: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe("ID of the connection to run on; default: the query's."),
    parameters: parametersSchema
      .optional()
      .describe(
        "Values of the query's placeholders by name. A parameter that is absent has its default, or is null if it is not required.",
      ),
    parameterTypes: parameterTypesSchema
      .optional()
      .describe('Types of parameters that the query does not define.'),
    maxAgeSeconds: maxAgeSecondsSchema.optional(),
  })
  .meta({
    id: 'RunQuery',
    description: 'A run of a saved query.',
    examples: [
      {
        connectionId: 'sample',
        parameters: { status: 'shipped', since: '2026-02-01' },
        parameterTypes: { since: 'date' },
        maxAgeSeconds: 300,
      },
    ],
  });

/** See {@link runQuerySchema}. */
export type RunQuery = z.infer<typeof runQuerySchema>;
